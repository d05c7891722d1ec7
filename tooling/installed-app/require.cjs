// A CommonJS application: Node loads the ES modules for it.
const packages = {
  core: require('@social/core'),
  emulator: require('@social/emulator'),
  mastodon: require('@social/mastodon'),
  tiktok: require('@social/tiktok'),
  fastify: require('fastify'),
  routes: require('@social/fastify'),
  sqlite: require('@social/sqlite'),
}

void import('./journey.mjs')
  .then(({ journey }) => journey(packages, 'required.db'))
  .then((line) => console.log(`require: ${line}`))
