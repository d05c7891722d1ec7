import { ConfigError, NetworkError } from '@social/core/store'

/**
 * Matches SQLSTATE classes of errors that a retry cannot solve: login (28), database name (3D),
 * missing objects and privileges (42).
 * https://www.postgresql.org/docs/15/errcodes-appendix.html (read 2026-11-22)
 */
const FOR_A_PERSON = /^(?:28|3D|42)/

/** Sends a request to the server and converts its errors to errors of the library. */
export async function askServer<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw toLibraryError(what, error)
  }
}

/** Converts an error of `pg` or pg-boss to an error of the library. */
export function toLibraryError(what: string, error: unknown): unknown {
  if (ConfigError.is(error) || NetworkError.is(error)) return error
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown } // safe cast: both fields are optional and unknown, and both types are checked below
  const text = `${typeof code === 'string' ? `${code}: ` : ''}${String(message ?? error)}`
  if (typeof code === 'string' && FOR_A_PERSON.test(code))
    return new ConfigError(
      `PostgreSQL refused to ${what}: ${text}. Check the connectionString and the privileges of its user.`,
      { cause: error },
    )
  return new NetworkError(`PostgreSQL failed to ${what}: ${text}. Repeating the call is safe.`, {
    cause: error,
  })
}
