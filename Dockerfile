FROM python:3.13-slim AS packages
COPY requirements.txt /requirements.txt
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r /requirements.txt

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home fairdeal && install --directory --owner=fairdeal /data
COPY --from=packages /venv /venv
WORKDIR /app
COPY engine engine
COPY service service
RUN /venv/bin/python -m compileall -q engine service
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8000 DATA=/data
USER 10001
# Games are kept in the store that REDIS_URL names; without it an embedded Valkey keeps them here.
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/livez', timeout=2)"]
CMD ["python", "-m", "service"]
