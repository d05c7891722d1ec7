import { servingFiles } from '@social-internal/meta-tests/served-files'
import { type AtEmulatorOptions, usingEmulator } from './at-emulator.js'

/** Seconds that `@social/core` waits for the journal after a failed call. */
const JOURNAL_SECONDS = 10

/** Signs in the account Ada, and serves files that the emulated Threads can fetch. */
export async function withFiles(options: AtEmulatorOptions = {}) {
  const files = await servingFiles()
  const at = await usingEmulator({ mediaHost: files.mediaHost, ...options })
  const ada = await at.signIn()
  const dispose = at[Symbol.asyncDispose].bind(at)
  const waits: number[] = []
  const sleep = at.clock.sleep.bind(at.clock)
  at.clock.sleep = async (seconds, sleeping) => {
    // Does not record waits for rate limits, random delays between attempts of one request, and the
    // wait for the journal.
    const isWait = !sleeping?.isLimit && seconds <= 60 && Number.isInteger(seconds)
    if (isWait && seconds !== JOURNAL_SECONDS) waits.push(seconds)
    return sleep(seconds, sleeping)
  }
  return Object.assign(at, {
    ada,
    files,
    /** Recorded waits of the library in seconds, in order. */
    waits,
    out: () => at.effects(),
    post: (idempotencyKey = 'k', text = 'Cake') =>
      ada.post({ text }, { idempotencyKey }).then(
        (result) => result.id,
        (error: unknown) => error,
      ),
    sent: (edge: string) =>
      at.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(edge)),
    forms: () =>
      at
        .requests()
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/threads'))
        .map(({ form }) => form),
    queries: () => at.requests().filter(({ query }) => query['fields'] === 'status,error_message').length,
    async [Symbol.asyncDispose]() {
      await dispose()
      await files[Symbol.asyncDispose]()
    },
  })
}
