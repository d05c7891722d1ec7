import { ConfigError } from '../../errors/index.js'

/** Minimum Node version in `engines` of every package. undici 8 requires this version. */
const MIN_NODE = { major: 22, minor: 19 }

/**
 * Throws for a Node version that is too old. npm only warns about `engines`, and otherwise a missing built-in
 * function would fail later. Called when a client is created, because nothing runs at import.
 *
 * @param version - `process.versions.node`; undefined outside Node.
 * @throws ConfigError for a Node before 22.19.
 */
export function assertNode(version: string | undefined): void {
  const [major = Number.NaN, minor = Number.NaN] = version?.split('.').map(Number) ?? []
  const isOld = major < MIN_NODE.major || (major === MIN_NODE.major && minor < MIN_NODE.minor)
  if (isOld)
    throw new ConfigError(
      `@social/core requires Node ${MIN_NODE.major}.${MIN_NODE.minor} or later; this is Node ${version}. Update Node.`,
    )
}
