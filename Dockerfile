# Makes the package of this checkout, and an image that holds Node, the package and nothing else.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund \
  -w core -w store -w mail -w service -w http -w console -w mcp -w cli
RUN npm pack --pack-destination .
RUN npm install --global --prefix /opt/postroad --offline --no-audit --no-fund ./postroad-*.tgz

FROM node:24-bookworm-slim
COPY --from=build /opt/postroad /opt/postroad
# The only folder that is written to: token, outbox and, without DATABASE_URL, the database.
RUN install -d -o node -g node -m 700 /data
# What is young may take more memory, so that under load it is collected less often (decision 0110).
ENV NODE_OPTIONS=--max-semi-space-size=64
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/opt/postroad/bin:$PATH
# The user "node" as a number, which Kubernetes needs to see that it is not root.
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["postroad"]
CMD ["serve"]
