import { servingFiles } from '@social-internal/meta-tests/served-files'
import { type AtEmulatorOptions, usingEmulator } from './at-emulator.js'

/** Signs in the account Ada, and serves files that the emulated Instagram can fetch. */
export async function withFiles(options: AtEmulatorOptions = {}) {
  const files = await servingFiles()
  const at = await usingEmulator({ mediaHost: files.mediaHost, ...options })
  const ada = await at.signIn()
  const dispose = at[Symbol.asyncDispose].bind(at)
  const out = () => at.effects().filter(({ kind }) => kind === 'POST' || kind === 'VIDEO')
  return Object.assign(at, {
    ada,
    files,
    out,
    post: (idempotencyKey = 'k', text = 'Cake') =>
      ada.post({ text, media: [files.picture()] }, { idempotencyKey }).then(
        (result) => result.id,
        (error: unknown) => error,
      ),
    sent: (edge: string) =>
      at.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(edge)),
    queries: () => at.requests().filter(({ query }) => query['fields'] === 'status_code,status').length,
    async [Symbol.asyncDispose]() {
      await dispose()
      await files[Symbol.asyncDispose]()
    },
  })
}
