import type { ApplicationConfig } from '@nestjs/core'
import { ROUTE_FOLDERS } from '@social/core/routes'

const FOLDERS: ReadonlySet<string> = new Set(ROUTE_FOLDERS)

/** Detects the URLs that belong to the module, also before Nest selects a route. */
export class OwnPaths {
  readonly #prefix: readonly string[]
  readonly #config: ApplicationConfig

  constructor(prefix: string, config: ApplicationConfig) {
    this.#prefix = partsOf(prefix)
    this.#config = config
  }

  /**
   * Returns the URL-encoded path below the prefix of the routes. Returns null for a URL outside
   * the prefix.
   */
  below(url: string): string | null {
    const path = url.split('?', 1)[0] ?? ''
    const all = [...partsOf(this.#config.getGlobalPrefix()), ...this.#prefix]
    const found = pathBelow(path, all)
    if (found !== null) return found
    // An application can exclude routes from the global prefix.
    const isPartial = (this.#config.getGlobalPrefixOptions().exclude?.length ?? 0) > 0
    return isPartial ? pathBelow(path, this.#prefix) : null
  }
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter(Boolean)
}

/** Removes the prefix from a path. A parameter of the prefix (`:tenant`) matches any text. */
function pathBelow(path: string, prefix: readonly string[]): string | null {
  const parts = path.split('/').slice(1)
  const isOwn = prefix.every((part, index) => part.startsWith(':') || part === parts[index])
  const rest = parts.slice(prefix.length)
  return isOwn && FOLDERS.has(rest[0] ?? '') ? `/${rest.join('/')}` : null
}
