import { NetworkError } from '@social/core/store'
import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { Format } from '../format.js'
import { Inspection } from '../inspection.js'
import { Call, type Question } from './call.js'
import type { RedisCommand } from './client.js'
import { Deadlines } from './deadlines.js'
import { script } from './script.js'
import { ServerClock } from './server-clock.js'

const WRITE: Question = { script: script('return 1'), keys: ['{social}:key'], args: ['new'] }
const READ: Question = { script: null, command: ['HGET', '{social}:key', 'field'], key: '{social}:key' }
const FIT = ['', 'redis_version:7.0.15', 'role:master', 'maxmemory_policy:noeviction', 'aof_enabled:1']
/** Server time in milliseconds when the test's monotonic clock is 0. */
const SERVER_MS = 1_795_000_000_000.4
const SECONDS = 5

const isInspection = ([word, text = '']: readonly string[]): boolean =>
  word === 'EVAL' && text.includes('INFO')
const away = (): Error => new Error('Socket closed unexpectedly')

/** Makes calls on a stopped clock, to a fake server with the given behavior. */
function aBench(answer: (command: readonly string[], serverMs: number) => Promise<unknown>) {
  const clock = new FakeClock()
  const serverMs = (): number => SERVER_MS + clock.monotonic() * 1000
  const asked: { readonly at: number; readonly until: number }[] = []
  const send: RedisCommand = async (command) => {
    if (isInspection(command)) return [Math.floor(serverMs()), FIT.join('\n')]
    if (command.some((part) => part.includes("'HKEYS'"))) return ['version', '1']
    asked.push({ at: clock.monotonic(), until: Number(command[4]) })
    return answer(command, serverMs())
  }
  const serverClock = new ServerClock(clock)
  const format = new Format(send, { key: '{social}:format', sealed: [] }, null)
  const inspecting = { send, clock, serverClock, format, timeoutSeconds: SECONDS, acceptsLoss: false }
  const parts = {
    send,
    clock,
    serverClock,
    inspection: new Inspection(inspecting),
    deadlines: new Deadlines(clock),
  }
  const call = (question: Question, seconds = SECONDS) => {
    let outcome: { readonly at: number; readonly error: unknown } | null = null
    const reply = new Promise((resolve, reject) => {
      const options = { isDurable: true, seconds, signal: undefined, resolve, reject }
      new Call(parts, question, options).begin()
    })
    reply.catch((error: unknown) => {
      outcome = { at: clock.monotonic(), error }
    })
    return { reply, outcome: () => outcome }
  }
  /** Advances the clock in small steps. */
  const pass = async (seconds: number): Promise<void> => {
    for (const end = clock.monotonic() + seconds; clock.monotonic() < end;)
      await clock.advance(Math.min(0.05, end - clock.monotonic()))
  }
  return { clock, serverClock, serverMs, asked, call, pass }
}

describe('a call that repeatedly arrives too late', () => {
  it.each([
    ['whose clock runs ahead', (now: number) => now + 3_600_000],
    ['whose clock stands still', () => 0],
    ['that returns no time', () => Number.NaN],
  ])('is repeated less and less often on a server %s, and ends in time', async (_what, clockOf) => {
    const { asked, call, pass } = aBench(async (_command, now) => ['LATE', clockOf(now)])
    const { outcome } = call(WRITE)
    await pass(SECONDS)

    expect(outcome()).toMatchObject({ at: SECONDS, error: { timedOut: true, delivery: 'NOT_SENT' } })
    // The call retries immediately after the first late reply, then after 50, 100, 200 and 400 ms,
    // then every half second.
    expect(asked.length).toBeLessThan(16)
    expect(asked.slice(0, 3).map(({ at }) => at)).toEqual([0, 0, 0.05])
  })

  it('ends at its timeout if less time is left than a pause', async () => {
    const { asked, call, pass } = aBench(async (_command, now) => ['LATE', now + 3_600_000])
    const { outcome } = call(WRITE, 0.02)
    await pass(1)

    expect(NetworkError.is(outcome()?.error)).toBe(true)
    expect(asked).toHaveLength(2)
  })

  it('succeeds after the server’s clock is estimated better', async () => {
    const setOnMs = 60_000
    const { asked, call, pass } = aBench(async ([, , , , until], now) =>
      now + setOnMs >= Number(until) ? ['LATE', Math.floor(now + setOnMs)] : 'done',
    )
    const { reply } = call(WRITE)
    await pass(0.05)

    expect(await reply).toBe('done')
    expect(asked).toHaveLength(2)
  })
})

describe('an aborted call', () => {
  it.each([0.02, 0.2, SECONDS, 60])(
    'after %d seconds is ignored by the server from then on',
    async (seconds) => {
      const { asked, call, clock, pass, serverMs } = aBench(() => new Promise(() => {}))
      await pass(0.0117)
      const { outcome } = call(WRITE, seconds)
      await clock.advance(seconds - 0.01)
      while (outcome() === null) await clock.advance(0.0013)

      expect(Math.floor(serverMs())).toBeGreaterThanOrEqual(asked[0]?.until ?? Infinity)
    },
  )

  it.each([
    ['a write', WRITE],
    ['a read', READ],
  ])(
    'rejects at its timeout, not before: until then the server may still run it (%s)',
    async (_what, question) => {
      const { call, pass } = aBench(() => Promise.reject(away()))
      const { outcome } = call(question)
      await pass(SECONDS - 0.05)
      expect(outcome()).toBeNull()
      await pass(0.05)

      expect(outcome()).toMatchObject({ at: SECONDS, error: { delivery: 'NOT_SENT' } })
      expect(String(outcome()?.error)).toContain('cannot be reached')
    },
  )
})

describe('the estimate of a server’s clock', () => {
  it.each([0, 0.3, 1, 30, 60])(
    'is never ahead of the clock, %d seconds after a reply, with any drift between the two',
    async (age) => {
      for (const drift of [-0.0005, 0, 0.0005])
        for (const wayBackMs of [0, 0.4, 7, 900]) {
          const clock = new FakeClock()
          const serverClock = new ServerClock(clock)
          const at = (moment: number): number => SERVER_MS + moment * 1000 * (1 + drift)
          await clock.advance(wayBackMs / 1000)
          serverClock.learn(Math.floor(at(0)))
          const end = clock.monotonic() + age
          expect(Math.floor(at(end))).toBeGreaterThanOrEqual(serverClock.reachedBy(end))
        }
    },
  )

  it('is at most a tenth of a second behind, a minute after a reply', () => {
    const clock = new FakeClock()
    const serverClock = new ServerClock(clock)
    serverClock.learn(SERVER_MS)

    expect(SERVER_MS + 60_000 - serverClock.reachedBy(60)).toBeLessThan(100)
  })
})
