import type { Tables } from '@social/sqlite/database'

/**
 * Tables of the queue, in the file of the stores or in a file of their own.
 *
 * - `social_jobs.counted_from` is the time from which `due_at` was counted. Null: `due_at` is a
 *   fixed time. It shows that the clock was set back afterwards.
 * - `social_jobs.forget_at` is set when a job ends. Only ended jobs have it.
 * - `social_job_workers.ends_ms` is a time of the machine's monotonic clock, not of the wall clock.
 */
export const JOB_TABLES: Tables = {
  versionTable: 'social_jobs_schema',
  packageName: '@social/sqlite-queue',
  steps: [
    `
    CREATE TABLE social_jobs (
      seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, lane TEXT NOT NULL, kind TEXT NOT NULL,
      payload TEXT NOT NULL, memo TEXT NOT NULL, progress TEXT, state TEXT NOT NULL,
      due_at INTEGER NOT NULL, counted_from INTEGER, added_at INTEGER NOT NULL,
      keep_ms INTEGER NOT NULL, forget_at INTEGER, worker TEXT, tries INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX social_jobs_waiting ON social_jobs (lane, due_at, seq) WHERE state = 'WAITING';
    CREATE INDEX social_jobs_counted ON social_jobs (counted_from) WHERE state = 'WAITING' AND counted_from IS NOT NULL;
    CREATE INDEX social_jobs_running ON social_jobs (seq, worker) WHERE state = 'RUNNING';
    CREATE INDEX social_jobs_held ON social_jobs (seq) WHERE state = 'HELD';
    CREATE INDEX social_jobs_ended ON social_jobs (seq, forget_at) WHERE forget_at IS NOT NULL;
    CREATE INDEX social_jobs_forgotten ON social_jobs (forget_at) WHERE forget_at IS NOT NULL;
    CREATE TABLE social_job_workers (
      id TEXT PRIMARY KEY, ends_ms INTEGER NOT NULL, lease_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    `,
  ],
}
