import { cleanText } from '../../errors/message-of.js'

/**
 * Calls a listener of the application, such as `onError` or `onShards`. If the application has no
 * listener, the error becomes a process warning. An error of the listener becomes a process
 * warning too, and never ends a poller.
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

/** Returns a text for a thrown value of any type. Reading a property of the value may throw. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  } catch {
    return 'The error cannot be displayed.'
  }
}
