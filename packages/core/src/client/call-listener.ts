import { messageOf } from '../errors/message-of.js'
import { warn } from './call.js'

/**
 * Calls a listener of the application, such as `onProgress`. An error or rejection of the listener becomes a
 * warning, so that it does not end the call.
 *
 * @param name - Name of the listener, for the warning.
 */
export function callListener(platform: string, name: string, listener: () => unknown): void {
  const warnOf = (error: unknown): void => warn(platform, `${name} threw: ${messageOf(error)}`)
  try {
    // An async listener returns a promise. Without this `catch` its rejection would be unhandled.
    Promise.resolve(listener()).catch(warnOf)
  } catch (error) {
    warnOf(error)
  }
}
