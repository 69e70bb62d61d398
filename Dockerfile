# A small image without build tools and without the embedded PostgreSQL: it wants DATABASE_URL (see compose.yaml).

FROM node:26-slim AS web
WORKDIR /src
COPY package.json package-lock.json ./
COPY web/package.json web/
RUN npm ci --ignore-scripts
COPY web web
RUN npm run build --workspace web

FROM node:26-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY web/package.json web/
# The optional packages are Node itself and PostgreSQL, which this image has from elsewhere.
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SMTP_HOST=0.0.0.0 SMTP_PORT=2525
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json openapi.json ./
COPY bin bin
COPY migrations migrations
COPY src src
COPY --from=web /src/web/dist web/dist
USER node
EXPOSE 8080 2525
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/mayfly.js"]
CMD ["serve"]
