import { ConfigError, NetworkError } from '@social/core/store'

/**
 * SQLSTATE classes that trying again does not mend: who may come in (28), which database (3D), what is there and who may use
 * it (42). https://www.postgresql.org/docs/15/errcodes-appendix.html (read 2026-11-22)
 */
const FOR_A_PERSON = /^(?:28|3D|42)/

/** Asks the server, and says in plain words when it does not answer. */
export async function askServer<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw toLibraryError(what, error)
  }
}

/** An error of `pg` or of pg-boss as one of ours. */
export function toLibraryError(what: string, error: unknown): unknown {
  if (ConfigError.is(error) || NetworkError.is(error)) return error
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown } // looked at by name only
  const words = `${typeof code === 'string' ? `${code}: ` : ''}${String(message ?? error)}`
  if (typeof code === 'string' && FOR_A_PERSON.test(code))
    return new ConfigError(
      `PostgreSQL refused to ${what}: ${words}. Look at the connectionString, and at what its user may do.`,
      { cause: error },
    )
  return new NetworkError(
    `PostgreSQL could not be asked to ${what}: ${words}. The same call again changes nothing that was done.`,
    { cause: error },
  )
}
