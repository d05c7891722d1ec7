import type { AnyAccount } from '@social/core'
import type { Transport } from '@social/core/platform'

/** Functions for a network that loses uploaded files once. */
export interface LosingFiles {
  /** For `prepare` of an operation: makes the network lose the files of the next upload. */
  readonly prepare: (account: AnyAccount) => Promise<void>
  /** For `changeTransport` of the network: detects the upload. */
  readonly changeTransport: (transport: Transport) => Transport
}

/**
 * Makes a network lose uploaded files once, immediately after the response to the first upload.
 *
 * @param path - End of the path of an upload request.
 * @param lose - Function of the emulator that deletes the files.
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
