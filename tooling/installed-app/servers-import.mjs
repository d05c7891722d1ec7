import * as bullmq from '@social/bullmq'
import * as core from '@social/core'
import * as jobs from '@social/jobs'
import * as queue from '@social/jobs/queue'
import * as pgBoss from '@social/pg-boss'
import * as postgres from '@social/postgres'
import * as redis from '@social/redis'
import * as sqliteQueue from '@social/sqlite-queue'
import pg from 'pg'
import * as nodeRedis from 'redis'

import { servers } from './servers.mjs'

const packages = { core, jobs, queue, postgres, redis, bullmq, pgBoss, sqliteQueue, pg, nodeRedis }
console.log(`import: ${await servers(packages, 'import')} on Node ${process.versions.node}`)
process.exit()
