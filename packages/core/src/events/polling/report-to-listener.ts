import { cleanText } from '../../errors/message-of.js'

/**
 * Calls a listener of the application, such as `onError` or `onShards`. Without a listener, a failed round becomes a
 * process warning. A listener that throws or rejects becomes a process warning too: it never ends a poller.
 */
export function reportToListener<Facts extends readonly unknown[]>(
  listener: ((...facts: Facts) => unknown) | undefined,
  ...facts: Facts
): void {
  if (!listener) {
    warnOf('A round of polling failed and will be tried again.', facts[0])
    return
  }
  try {
    Promise.resolve(listener(...facts)).catch(warnOfListener)
  } catch (error) {
    warnOfListener(error)
  }
}

function warnOfListener(error: unknown): void {
  warnOf('A listener of a poller, such as onError, failed.', error)
}

function warnOf(what: string, error: unknown): void {
  process.emitWarning(cleanText(`${what} ${messageOf(error)}`), 'SocialPollingWarning')
}

/** Text of a thrown value. It may be a string, undefined, or an object whose properties throw when read. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  } catch {
    return 'The error cannot be displayed.'
  }
}
