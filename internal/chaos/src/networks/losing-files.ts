import type { AnyAccount } from '@social/core'
import type { Transport } from '@social/core/platform'

/** A network that loses uploaded files once. */
export interface LosingFiles {
  /** `prepare` of an operation: the network loses the files of its first upload. */
  readonly prepare: (account: AnyAccount) => Promise<void>
  /** `changeTransport` of the network. */
  readonly changeTransport: (transport: Transport) => Transport
}

/**
 * Lets a network lose uploaded files once, right after the response to the first upload.
 *
 * @param path - End of the path of an upload.
 * @param lose - Control of the emulator.
 */
export function losingFiles(path: string, lose: () => void): LosingFiles {
  let isArmed = false
  return {
    prepare: async () => {
      isArmed = true
    },
    changeTransport: (transport) => ({
      send: async (request) => {
        const response = await transport.send(request)
        if (isArmed && request.method === 'POST' && new URL(request.url).pathname.endsWith(path)) {
          isArmed = false
          lose()
        }
        return response
      },
      close: () => transport.close(),
    }),
  }
}
