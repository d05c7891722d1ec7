// Runs the first steps of an application that uses stores and queues on servers. `POSTGRES_URL` and
// `REDIS_URL` name the servers. Without them, everything is created but not connected, and the
// output names the missing servers.

/** Address of a port on which no server listens. */
const NOWHERE = '127.0.0.1:1'
const POST = { text: 'Installed.' }

/** Throws the error of a client whose server is not available. */
async function away() {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
}

function mustBe(isTrue, what) {
  if (!isTrue) throw new Error(what)
}

/**
 * Runs the first steps with the stores and queues. @returns The result as one line. @throws Any
 * failure.
 */
export async function servers(
  { core, jobs, queue, postgres, redis, bullmq, pgBoss, sqliteQueue, pg, nodeRedis },
  program,
) {
  const done = []
  const { POSTGRES_URL: postgresUrl, REDIS_URL: redisUrl } = process.env
  const schema = `installed_${program}_${process.pid}`

  const memory = new core.SocialClient({ storage: new core.InMemoryStorage(), platforms: {} })
  const inMemory = new jobs.SocialJobs({ client: memory, queue: new queue.InMemoryJobQueue() })
  mustBe((await inMemory.counts()).WAITING === 0, 'A queue in memory does not count its jobs.')

  const inFile = sqliteQueue.sqliteQueue(`${program}.db`)
  mustBe((await inFile.count()).WAITING === 0, 'A queue in a file does not count its jobs.')
  await inFile.close()

  const pool = new pg.Pool({ connectionString: postgresUrl ?? `postgres://nobody@${NOWHERE}/none` })
  const tables = postgres.postgresStores(pool, { schema, timeoutSeconds: 2 })
  if (postgresUrl === undefined) {
    const refusal = await tables.storage.getConnection('plain:1').catch((error) => error)
    mustBe(core.NetworkError.is(refusal), `A missing PostgreSQL ends in ${refusal}`)
    const closed = await pgBoss
      .pgBossQueue({ connectionString: `postgres://nobody@${NOWHERE}/none`, answerSeconds: 2 })
      .catch((error) => error)
    mustBe(core.NetworkError.is(closed), `A missing PostgreSQL ends in ${closed}`)
    done.push('no PostgreSQL: left out')
  } else {
    await tables.migrate()
    await tables.markers.save('plain:1', 'comments', '7')
    mustBe((await tables.markers.load('plain:1', 'comments')) === '7', 'PostgreSQL lost a marker.')
    const boss = await pgBoss.pgBossQueue({ connectionString: postgresUrl, schema: `${schema}_jobs` })
    mustBe((await boss.count()).WAITING === 0, 'pg-boss does not count its jobs.')
    await boss.close()
    await pool.query(`DROP SCHEMA ${schema} CASCADE; DROP SCHEMA ${schema}_jobs CASCADE`)
    done.push('PostgreSQL and pg-boss')
  }
  await tables.close()
  await pool.end()

  if (redisUrl === undefined) {
    const keys = redis.redisStores(away, { prefix: schema, timeoutSeconds: 0.2 })
    const refusal = await keys.markers.load('plain:1', 'comments').catch((error) => error)
    mustBe(core.NetworkError.is(refusal), `A missing Redis ends in ${refusal}`)
    const options = {
      url: `redis://${NOWHERE}`,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: false },
    }
    const client = nodeRedis.createClient(options)
    client.on('error', () => undefined)
    const bull = bullmq.bullQueue(client)
    const job = { id: 'p1', kind: 'PUBLISH', payload: POST, dueAt: null, keepSeconds: 60 }
    mustBe((await bull.add(job).catch((error) => error)) instanceof Error, 'BullMQ stored a job nowhere.')
    await bull.close().catch(() => undefined)
    done.push('no Redis: left out')
  } else {
    const client = await nodeRedis.createClient({ url: redisUrl }).connect()
    const keys = redis.redisStores(client, { prefix: schema, acceptLoss: true })
    await keys.markers.save('plain:1', 'comments', '7')
    mustBe((await keys.markers.load('plain:1', 'comments')) === '7', 'Redis lost a marker.')
    const bull = bullmq.bullQueue(client, { prefix: `{${schema}}`, acceptLoss: true })
    mustBe((await bull.count()).WAITING === 0, 'BullMQ does not count its jobs.')
    await bull.close()
    client.destroy()
    done.push('Redis and BullMQ')
  }
  return done.join(', ')
}
