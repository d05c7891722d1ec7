/** Faults that a switch of the page can turn on. */
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
export type Trouble = (typeof TROUBLES)[number]

/** State of one fault switch of a network. */
export interface SwitchInfo {
  readonly trouble: Trouble
  readonly isOn: boolean
  /** Number of times the emulator applied the fault since the switch was turned on. */
  readonly hits: number
}

/** Fault switches of each network, and the steps of the library so far. */
export interface TroubleInfo {
  /** Fault switches that each network supports, by network. */
  readonly switches: Readonly<Record<string, readonly SwitchInfo[]>>
  /** Steps of the library, oldest first. */
  readonly steps: readonly TraceStep[]
  /** True if another process restarts the studio after a kill. */
  readonly canKill: boolean
}

/** Event from the library's diagnostics channels, or a visible change at a network. */
export interface TraceStep {
  readonly id: number
  /** ISO text. */
  readonly at: string
  readonly kind: 'OPERATION' | 'REQUEST' | 'WARNING' | 'PUSHED' | 'VISIBLE'
  readonly network: string | null
  /** Account of the step. Null if the step has no account. */
  readonly accountId: string | null
  /** Worker that ran the step. Null for the studio itself. */
  readonly worker: number | null
  /** Name of the operation, or kind of the visible change. */
  readonly operation: string
  /** Method and path of a request, or text of a warning. */
  readonly text: string
  /** `RUNNING` until the result is known. */
  readonly state: 'RUNNING' | 'DONE' | 'FAILED'
  readonly status: number | null
  readonly attempt: number
  readonly millis: number | null
  /** Error message. Null without an error. */
  readonly problem: string | null
  /** True for background operations, such as polling. */
  readonly isBackground: boolean
}
