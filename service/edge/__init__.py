"""The edge of the service: what every answer carries and every request must keep to, whatever it asks for."""
