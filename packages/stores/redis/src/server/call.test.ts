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
/** What the server's clock shows at the zero of ours. */
const SERVER_MS = 1_795_000_000_000.4
const SECONDS = 5

const isLook = ([word, text = '']: readonly string[]): boolean => word === 'EVAL' && text.includes('INFO')
const away = (): Error => new Error('Socket closed unexpectedly')

/** Calls on a clock that stands still, to a server that does as the test says. */
function aBench(answer: (command: readonly string[], serverMs: number) => Promise<unknown>) {
  const clock = new FakeClock()
  const serverMs = (): number => SERVER_MS + clock.monotonic() * 1000
  const asked: { readonly at: number; readonly until: number }[] = []
  const send: RedisCommand = async (command) => {
    if (isLook(command)) return [Math.floor(serverMs()), FIT.join('\n')]
    if (command.some((part) => part.includes("'HKEYS'"))) return ['version', '1']
    asked.push({ at: clock.monotonic(), until: Number(command[4]) })
    return answer(command, serverMs())
  }
  const serverClock = new ServerClock(clock)
  const format = new Format(send, { key: '{social}:format', sealed: [] }, null)
  const looking = { send, clock, serverClock, format, timeoutSeconds: SECONDS, acceptsLoss: false }
  const parts = {
    send,
    clock,
    serverClock,
    inspection: new Inspection(looking),
    deadlines: new Deadlines(clock),
  }
  const call = (question: Question, seconds = SECONDS) => {
    let told: { readonly at: number; readonly error: unknown } | null = null
    const reply = new Promise((resolve, reject) => {
      const options = { isDurable: true, seconds, signal: undefined, resolve, reject }
      new Call(parts, question, options).begin()
    })
    reply.catch((error: unknown) => {
      told = { at: clock.monotonic(), error }
    })
    return { reply, told: () => told }
  }
  /** Lets time pass in small steps. */
  const pass = async (seconds: number): Promise<void> => {
    for (const end = clock.monotonic() + seconds; clock.monotonic() < end;)
      await clock.advance(Math.min(0.05, end - clock.monotonic()))
  }
  return { clock, serverClock, serverMs, asked, call, pass }
}

describe('a call that is answered too late again and again', () => {
  it.each([
    ['whose clock runs away', (now: number) => now + 3_600_000],
    ['whose clock stands still', () => 0],
    ['that names no moment', () => Number.NaN],
  ])('is asked less and less often of a server %s, and ends in time', async (_what, clockOf) => {
    const { asked, call, pass } = aBench(async (_command, now) => ['LATE', clockOf(now)])
    const { told } = call(WRITE)
    await pass(SECONDS)

    expect(told()).toMatchObject({ at: SECONDS, error: { timedOut: true, delivery: 'NOT_SENT' } })
    // At once when it is late for the first time, then after 50 ms, 100, 200, 400, and every half a second.
    expect(asked.length).toBeLessThan(16)
    expect(asked.slice(0, 3).map(({ at }) => at)).toEqual([0, 0, 0.05])
  })

  it('is over at its end when less is left than a pause takes', async () => {
    const { asked, call, pass } = aBench(async (_command, now) => ['LATE', now + 3_600_000])
    const { told } = call(WRITE, 0.02)
    await pass(1)

    expect(NetworkError.is(told()?.error)).toBe(true)
    expect(asked).toHaveLength(2)
  })

  it('is answered when the server is known better', async () => {
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

describe('a call that is given up', () => {
  it.each([0.02, 0.2, SECONDS, 60])(
    'after %d seconds is void for the server from then on',
    async (seconds) => {
      const { asked, call, clock, pass, serverMs } = aBench(() => new Promise(() => {}))
      await pass(0.0117)
      const { told } = call(WRITE, seconds)
      await clock.advance(seconds - 0.01)
      while (told() === null) await clock.advance(0.0013)

      expect(Math.floor(serverMs())).toBeGreaterThanOrEqual(asked[0]?.until ?? Infinity)
    },
  )

  it.each([
    ['what a command does', WRITE],
    ['what is read', READ],
  ])(
    'is told so at its end, not before: until then the server may still do it (%s)',
    async (_what, question) => {
      const { call, pass } = aBench(() => Promise.reject(away()))
      const { told } = call(question)
      await pass(SECONDS - 0.05)
      expect(told()).toBeNull()
      await pass(0.05)

      expect(told()).toMatchObject({ at: SECONDS, error: { delivery: 'NOT_SENT' } })
      expect(String(told()?.error)).toContain('cannot be reached')
    },
  )
})

describe('the clock of a server', () => {
  it.each([0, 0.3, 1, 30, 60])(
    'shows no less than was reckoned, %d seconds after it was looked at, however far the two drift apart',
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

  it('is reckoned no more than a tenth of a second behind, a minute after it was looked at', () => {
    const clock = new FakeClock()
    const serverClock = new ServerClock(clock)
    serverClock.learn(SERVER_MS)

    expect(SERVER_MS + 60_000 - serverClock.reachedBy(60)).toBeLessThan(100)
  })
})
