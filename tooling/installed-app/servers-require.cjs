// A CommonJS application: Node loads the ES modules for it.
const packages = {
  core: require('@social/core'),
  jobs: require('@social/jobs'),
  queue: require('@social/jobs/queue'),
  postgres: require('@social/postgres'),
  redis: require('@social/redis'),
  bullmq: require('@social/bullmq'),
  pgBoss: require('@social/pg-boss'),
  sqliteQueue: require('@social/sqlite-queue'),
  pg: require('pg'),
  nodeRedis: require('redis'),
}

void import('./servers.mjs')
  .then(({ servers }) => servers(packages, 'require'))
  .then((line) => {
    console.log(`require: ${line} on Node ${process.versions.node}`)
    process.exit()
  })
