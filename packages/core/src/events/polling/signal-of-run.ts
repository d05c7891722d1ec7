import { assertSignal } from '../../models/values/assert-kind.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'

/**
 * Returns the signal that ends a run. If the options contain no signal, returns a signal that is
 * never aborted.
 *
 * @throws ConfigError for an unknown option, and for an invalid signal.
 */
export function signalOfRun(
  options: { readonly signal?: AbortSignal | undefined } | undefined,
  caller: string,
): AbortSignal {
  if (options === undefined) return new AbortController().signal
  refuseUnknownNames(options, ['signal'], caller)
  assertSignal(options.signal, caller)
  return options.signal ?? new AbortController().signal
}
