import type { Access } from './records.js'
import { Refusal } from './refusal.js'
import type { GraphState } from './state.js'

/** Milliseconds in an hour. */
const HOUR = 3_600_000
/** Id of an account that belongs to another user of the app. */
const OTHER_ACCOUNT = '100000000000099'
const LIMIT_FAULTS = {
  pages: [80_001, 'There have been too many calls to this Page account. Wait a bit and try again.'],
  instagram: [80_002, 'There have been too many calls to this Instagram account. Wait a bit and try again.'],
  threads: [4, 'Application request limit reached'],
} as const

const recentCalls = (state: GraphState, token: string): number[] => {
  const since = state.clock.now().getTime() - HOUR
  return (state.calls.get(token) ?? []).filter((moment) => moment > since)
}

const percentOf = (state: GraphState, token: string): number =>
  Math.floor((recentCalls(state, token).length * 100) / state.settings.callsPerHour)

/** Returns the number of minutes until the oldest call of the last hour no longer counts. */
function regainMinutes(state: GraphState, token: string): number {
  const oldest = recentCalls(state, token)[0] ?? 0
  return Math.ceil((oldest + HOUR - state.clock.now().getTime()) / 60_000)
}

/** Counts a call. Refuses calls above the limit. */
export function countCall(state: GraphState, { token }: Access): void {
  const calls = recentCalls(state, token)
  const isOver = calls.length >= state.settings.callsPerHour
  if (!isOver) calls.push(state.clock.now().getTime())
  state.calls.set(token, calls)
  const [code, text] = LIMIT_FAULTS[state.useCase]
  if (isOver || (state.usage?.accountPercent ?? 0) >= 100)
    throw new Refusal({ code, message: `(#${code}) ${text}` })
  if ((state.usage?.appPercent ?? 0) >= 100)
    throw new Refusal({ code: 4, status: 403, message: '(#4) Application request limit reached' })
}

const numbers = (percent: number) => ({
  call_count: percent,
  total_cputime: Math.floor(percent / 2),
  total_time: Math.floor(percent / 2),
})

/** Creates the headers that report the used percentage of the app's and the account's limits. */
export function usageHeaders(state: GraphState, access: Access): Record<string, string> {
  const counted = percentOf(state, access.token)
  const account = state.usage?.accountPercent ?? counted
  const app = state.usage?.appPercent ?? counted
  const regain = state.usage?.regainMinutes ?? (account >= 100 ? regainMinutes(state, access.token) : 0)
  const useCaseOf = (percent: number) => ({
    type: state.useCase,
    ...numbers(percent),
    estimated_time_to_regain_access: percent >= 100 ? regain : 0,
  })
  const other = state.usage?.otherPercent ?? null
  return {
    'X-App-Usage': JSON.stringify(numbers(app)),
    'X-Business-Use-Case-Usage': JSON.stringify({
      [access.pageId ?? access.owner]: [useCaseOf(account)],
      ...(other !== null && { [OTHER_ACCOUNT]: [useCaseOf(other)] }),
    }),
  }
}
