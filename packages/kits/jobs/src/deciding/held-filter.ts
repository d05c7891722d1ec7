import type { ErrorCode, Todo } from '@social/core'
import { refuseUnknownNames, wrongArgument } from '@social/core/store'

import type { JobInfo } from '../job-info.js'

/** Filter of held jobs. A job must match all given fields. Omitted fields match every job. */
export interface HeldFilter {
  readonly connectionId?: string | undefined
  /** Registered name of the network, such as `mastodon`. */
  readonly platform?: string | undefined
  /** Kind of job: `PUBLISH`, `PUBLISH_THREAD` or `DELIVER`. */
  readonly kind?: string | undefined
  /** Required action, such as `RETRY` after a failure on the operator's side. */
  readonly todo?: Todo | undefined
  /**
   * Code of the error, such as `CONFIG`, `PORT` or `NETWORK`. Null matches errors that are not
   * library errors.
   */
  readonly code?: ErrorCode | null | undefined
}

const FIELDS: Readonly<Record<keyof HeldFilter, (job: JobInfo) => string | null | undefined>> = {
  connectionId: (job) => job.connectionId,
  // A connection id starts with the name of the network and a colon.
  platform: (job) => job.connectionId?.split(':', 1)[0],
  kind: (job) => job.kind,
  todo: (job) => job.problem?.todo,
  code: (job) => job.problem?.code,
}

/**
 * Converts a filter to a function that tests a job.
 *
 * @throws ConfigError for an unknown field, or a value that is not a text.
 */
export function readHeldFilter(filter: HeldFilter): (job: JobInfo) => boolean {
  refuseUnknownNames(filter, Object.keys(FIELDS), 'jobs.retryHeld')
  const given: Readonly<Record<string, unknown>> = { ...filter }
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && typeof value !== 'string' && !(name === 'code' && value === null))
      throw wrongArgument(`jobs.retryHeld: ${name}`, 'text', value)
  return (job) =>
    Object.entries(FIELDS).every(([name, read]) => given[name] === undefined || read(job) === given[name])
}
