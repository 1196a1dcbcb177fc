"""What every rule set is made of: the contract, sight, cards, seats, chance, records and texts."""
