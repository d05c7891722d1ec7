import { fileURLToPath } from 'node:url'

import { assertWholeText, ConfigError } from '@social/core/store'

/**
 * Returns the file path of a path or a `file:` URL. SQLite itself never receives a URL.
 *
 * @param factory - Name of the calling function for the error message.
 * @throws ConfigError for any other value.
 */
export function filePath(path: unknown, factory: string): string {
  const found = pathOf(path, factory)
  if (found !== null) return found
  throw new ConfigError(`${factory} needs the path of a file, or its file: URL: ${factory}('social.db').`)
}

function pathOf(path: unknown, factory: string): string | null {
  if (typeof path === 'string') assertWholeText(path, `The path of ${factory}`)
  if (typeof path === 'string' && !path.startsWith('file:')) return path.trim() === '' ? null : path
  // A text like `file:name` without slashes would be read as a relative path, so it is refused.
  if (typeof path === 'string' && !path.startsWith('file://')) return null
  try {
    return fileURLToPath(path as string | URL) // checked by `fileURLToPath`, which throws for any other value
  } catch {
    return null
  }
}
