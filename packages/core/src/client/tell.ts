import { warn } from './call.js'

/**
 * Tells a callback of the application something. What it throws, or rejects with, is a warning: it must not end the call.
 *
 * @param name - Name of the callback, for the warning.
 */
export function tell(platform: string, name: string, callback: () => unknown): void {
  const told = (error: unknown): void =>
    warn(platform, `${name} threw: ${error instanceof Error ? error.message : 'no reason given'}`)
  try {
    // An application may write it as an async function, whose rejection nobody else would hear.
    const answer = callback()
    if (answer instanceof Promise) answer.catch(told)
  } catch (error) {
    told(error)
  }
}
