import { messageOf } from '../errors/message-of.js'
import { warn } from './call.js'

/**
 * Calls a listener of the application, such as `onProgress`. What it throws, or rejects with, is a warning: it must not
 * end the call.
 *
 * @param name - Name of the listener, for the warning.
 */
export function callListener(platform: string, name: string, listener: () => unknown): void {
  const warnOf = (error: unknown): void => warn(platform, `${name} threw: ${messageOf(error)}`)
  try {
    // An application may write it as an async function, whose rejection nobody else would hear.
    Promise.resolve(listener()).catch(warnOf)
  } catch (error) {
    warnOf(error)
  }
}
