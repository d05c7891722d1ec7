import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { ConfigError, type MediaHost } from '@social/core'

/** Path under which the studio serves uploaded files. */
const UPLOADS = '/api/uploads/'

/**
 * Returns public URLs for files that networks download. The studio already serves every upload, so
 * this host copies and removes nothing. A production application uses its storage bucket or the
 * routes of `@social/core`.
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
 * Reads a public file from the studio's folder instead of over HTTP. The emulated networks replay
 * their journals before the studio's server accepts requests.
 */
export function fetchUploads(dataFolder: string, origin: string) {
  return async (url: string): Promise<Response> => {
    const prefix = `${origin}${UPLOADS}`
    if (!url.startsWith(prefix)) return new Response(null, { status: 404 })
    return new Response(await readFile(join(dataFolder, 'uploads', basename(url))))
  }
}
