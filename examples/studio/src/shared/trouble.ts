/** Faults that can be switched on. */
export const TROUBLES = [
  'lostReply',
  'slowServer',
  'slowDown',
  'lateKey',
  'refusedQuestion',
  'doubleWebhooks',
  'lateWebhooks',
  'noTokens',
] as const
/** Fault that can be switched on. */
export type Trouble = (typeof TROUBLES)[number]

/** One switch of one network. */
export interface SwitchInfo {
  readonly trouble: Trouble
  readonly isOn: boolean
  /** Number of times the fault was applied since it was switched on. */
  readonly hits: number
}

/** Switches of each network, and the library steps so far. */
export interface TroubleInfo {
  /** Supported switches, by network. */
  readonly switches: Readonly<Record<string, readonly SwitchInfo[]>>
  /** Oldest first. */
  readonly steps: readonly TraceStep[]
  /** True if a supervisor restarts the process after a kill. */
  readonly canKill: boolean
}

/** A step from the library's diagnostics channels, or a visible change at a network. */
export interface TraceStep {
  readonly id: number
  /** ISO text. */
  readonly at: string
  readonly kind: 'OPERATION' | 'REQUEST' | 'WARNING' | 'PUSHED' | 'VISIBLE'
  readonly network: string | null
  /** Null if the step has no account. */
  readonly accountId: string | null
  /** Worker that ran the step. Null for the studio itself. */
  readonly worker: number | null
  /** Operation, or kind of the visible change. */
  readonly operation: string
  /** Method and path of a request, or text of a warning. */
  readonly text: string
  /** `RUNNING` until the result is known. */
  readonly state: 'RUNNING' | 'DONE' | 'FAILED'
  readonly status: number | null
  readonly attempt: number
  readonly millis: number | null
  /** Error message. */
  readonly problem: string | null
  /** True for background operations, such as polling. */
  readonly isBackground: boolean
}
