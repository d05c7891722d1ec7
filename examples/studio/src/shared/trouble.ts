/** What can be made to go wrong. */
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
/** What can be made to go wrong. */
export type Trouble = (typeof TROUBLES)[number]

/** One switch at one network. */
export interface SwitchInfo {
  readonly trouble: Trouble
  readonly isOn: boolean
  /** How often it has struck since it was switched on. */
  readonly hits: number
}

/** What can go wrong at each network, and what the library did so far. */
export interface TroubleInfo {
  /** By network; only what can go wrong there. */
  readonly switches: Readonly<Record<string, readonly SwitchInfo[]>>
  /** Oldest first. */
  readonly steps: readonly TraceStep[]
  /** True when somebody starts the process again after it was killed. */
  readonly canKill: boolean
}

/** One step of the library, as its diagnostics channels tell; or something that people can see at a network. */
export interface TraceStep {
  readonly id: number
  /** ISO text. */
  readonly at: string
  readonly kind: 'OPERATION' | 'REQUEST' | 'WARNING' | 'PUSHED' | 'VISIBLE'
  readonly network: string | null
  /** Null where it is about no account. */
  readonly accountId: string | null
  /** Which worker took it; null for the studio itself. */
  readonly worker: number | null
  /** The operation; for what is visible, its kind. */
  readonly operation: string
  /** Method and path of a request, the words of a warning. */
  readonly text: string
  /** `RUNNING` while nobody knows how it ends. */
  readonly state: 'RUNNING' | 'DONE' | 'FAILED'
  readonly status: number | null
  readonly attempt: number
  readonly millis: number | null
  /** What it failed with. */
  readonly problem: string | null
  /** True for what runs by itself, such as looking for news. */
  readonly isBackground: boolean
}
