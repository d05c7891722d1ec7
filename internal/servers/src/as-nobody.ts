import { existsSync } from 'node:fs'

const SETPRIV = '/usr/bin/setpriv'

/** Returns true if this process runs as root, because PostgreSQL refuses to run as root. */
export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Returns the command line that starts a server. If this process is root, the server can run as
 * another user. If the system supports it, the server exits when this process exits.
 *
 * @param asUser - User of the server if this process is root. Null runs the server as root.
 * @param endedBy - Signal that the server gets when this process exits.
 */
export function commandLine(
  command: readonly string[],
  options: { readonly asUser: string | null; readonly endedBy: string },
): readonly [string, ...string[]] {
  const { asUser, endedBy } = options
  const as = asUser !== null && isRoot() ? [`--reuid=${asUser}`, `--regid=${asUser}`, '--init-groups'] : []
  const [program = '', ...args] = command
  if (!existsSync(SETPRIV)) return [program, ...args]
  return [SETPRIV, '--pdeathsig', endedBy, ...as, program, ...args]
}
