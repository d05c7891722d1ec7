import type { Update } from '@social/core'

import { type AtEmulatorOptions, usingEmulator } from './at-emulator.js'

/** Server settings with rate limits that no test reaches. */
export const GENEROUS = {
  rateLimits: {
    perToken: { requests: 1_000_000, seconds: 300 },
    perAccount: { requests: 1_000_000, seconds: 300 },
    paging: { requests: 1_000_000, seconds: 900 },
  },
}

/** Milliseconds after which `until` fails. A test has 60 seconds. */
const MAX_WAIT_MS = 30_000

/** Waits until a condition is true. Fails after `MAX_WAIT_MS`. */
export async function until(condition: () => boolean): Promise<void> {
  const started = performance.now()
  while (!condition()) {
    if (performance.now() - started > MAX_WAIT_MS) throw new Error('The condition did not become true.')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Signs in an account at an emulator on loopback. The result can listen for updates. */
export async function usingListener(options: AtEmulatorOptions = {}) {
  const at = await usingEmulator(options)
  const account = await at.signIn()
  const stop = new AbortController()
  const got: Update[] = []
  const interruptions: unknown[] = []
  let end: { readonly error: unknown } | null = null

  type ListenOptions = NonNullable<Parameters<typeof account.listen>[0]>
  const onInterruption = (error: unknown): void => void interruptions.push(error)
  const listen = (more: ListenOptions = {}): void => {
    const work = async (): Promise<void> => {
      for await (const update of account.listen({ signal: stop.signal, onInterruption, ...more }))
        got.push(update)
    }
    work().then(
      () => (end = { error: null }),
      (error: unknown) => (end = { error }),
    )
  }
  const mention = (text = 'hey'): string => at.people.mention({ by: 'bea', of: 'ada', text }).id
  return Object.assign(at, {
    account,
    stop,
    got,
    interruptions,
    listen,
    mention,
    until,
    posts: () => got.map(({ postId }) => postId),
    isOpen: () => until(() => at.people.streams().open === 1),
    /** Returns the error that ended the listening. */
    async ended(): Promise<unknown> {
      await until(() => end !== null)
      return end?.error
    },
  })
}

