import type { AnyAccount, PostInput, Todo } from '@social/core'
import type { Faults } from '@social/emulator'
import type { JobsClient } from '@social/jobs'
import type { FakeClock } from '@social/testkit/platform'

/** Account at an emulated network, over HTTP. The emulator and the client share a fake clock. */
export interface ReportedNetwork extends AsyncDisposable {
  readonly clock: FakeClock
  readonly client: JobsClient
  readonly faults: Pick<Faults, 'addReport' | 'clear' | 'reports'>
  readonly account: AnyAccount
  /** Returns the visible effects of the requests. */
  effects(): readonly { readonly id: string }[]
}

/** Optional parts of a row. */
interface RowDetails<At> {
  /** Reason of the error. */
  readonly reason?: string
  /** Text in the message for developers that names the remedy. */
  readonly explains?: RegExp
  /** True if the failure affects every request. Reads then fail equally. */
  readonly affectsReads?: boolean
  /** Behavior if the request took effect. Default: the same. */
  readonly afterEffect?: Ending
  /** Post for this row. Default: the post of the network. */
  readonly post?: PostInput
  /**
   * Operation that meets the failure instead of a post. It is called once, and not as a job.
   */
  readonly run?: (at: At) => Promise<unknown>
}

/** End of the call that meets a failure. */
export type Ending =
  | {
      /** The call succeeds, in spite of the failure. */
      readonly ends: 'COMES_OUT'
    }
  | {
      /** The call asks for another call, which publishes the post after the failure has ended. */
      readonly ends: 'COMES_OUT_LATER'
      /** Code of the error, for example `RATE_LIMIT`. */
      readonly code: string
      /** Default: `RETRY`. */
      readonly todo?: Todo
    }
  | {
      /** The call fails, and only a change by a person helps. */
      readonly ends: 'REFUSED'
      readonly code: string
      readonly todo: Todo
      /** Text of the English message for people that names the remedy. */
      readonly says: RegExp
    }

/** Correct behavior of the library at one reported failure. */
export type ReportedFailure<At = ReportedNetwork> = RowDetails<At> & Ending

/** Outcome of a row, as it is documented. */
export interface Outcome {
  readonly code: string | null
  readonly todo: string | null
  readonly message: string
}

/** Failures of a network with their correct behavior, by id of the report. */
export interface ReportTrial<At extends ReportedNetwork = ReportedNetwork> {
  readonly name: string
  readonly open: () => Promise<At>
  readonly post: PostInput
  readonly rows: Readonly<Record<string, ReportedFailure<At>>>
}
