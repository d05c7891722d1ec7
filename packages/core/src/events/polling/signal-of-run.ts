import { assertSignal } from '../../models/values/assert-kind.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'

/**
 * The signal that ends a run; one that never fires where none was given.
 *
 * @throws ConfigError for options that do not exist, and for a signal that is none.
 */
export function signalOfRun(
  options: { readonly signal?: AbortSignal | undefined } | undefined,
  door: string,
): AbortSignal {
  if (options === undefined) return new AbortController().signal
  refuseUnknownNames(options, ['signal'], door)
  assertSignal(options.signal, door)
  return options.signal ?? new AbortController().signal
}
