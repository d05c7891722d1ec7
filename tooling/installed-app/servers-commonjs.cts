import { bullQueue } from '@social/bullmq'
import { SocialJobs } from '@social/jobs'
import { pgBossQueue } from '@social/pg-boss'
import { postgresStores } from '@social/postgres'
import { redisStores } from '@social/redis'

export const used = [bullQueue, SocialJobs, pgBossQueue, postgresStores, redisStores]
