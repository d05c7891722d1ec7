import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { ConfigError, type MediaHost } from '@social/core'

/** Path of the uploads. */
const UPLOADS = '/api/uploads/'

/**
 * Public URLs for files, for networks that download them. The studio serves every upload anyway, so nothing is
 * copied or removed. An application uses its bucket or the routes of `@social/core`.
 */
export function publicFiles(origin: string): MediaHost {
  return {
    publish: ({ path }) => {
      if (path === null) throw new ConfigError('The studio publishes only files of its own folder.')
      const name = basename(path)
      return Promise.resolve({ url: `${origin}${UPLOADS}${name}`, handle: name })
    },
    release: () => Promise.resolve(),
  }
}

/**
 * Reads a public file from the studio's folder. The emulated networks use it because their replay runs before the
 * studio's server starts.
 */
export function fetchUploads(dataFolder: string, origin: string) {
  return async (url: string): Promise<Response> => {
    const prefix = `${origin}${UPLOADS}`
    if (!url.startsWith(prefix)) return new Response(null, { status: 404 })
    return new Response(await readFile(join(dataFolder, 'uploads', basename(url))))
  }
}
