import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { ConfigError, type MediaHost } from '@social/core'

/** Where uploads are served. */
const UPLOADS = '/api/uploads/'

/**
 * Shows files at addresses, for networks that fetch them. The studio serves every upload anyway, so there is nothing to
 * copy and nothing to take away; an application has its bucket, or `@social/core`'s own routes, do this.
 */
export function publicFiles(origin: string): MediaHost {
  return {
    publish: ({ path }) => {
      if (path === null) throw new ConfigError('The studio shows files of its own folder only.')
      const name = basename(path)
      return Promise.resolve({ url: `${origin}${UPLOADS}${name}`, handle: name })
    },
    release: () => Promise.resolve(),
  }
}

/**
 * How the emulated networks fetch what the studio shows: from its folder. When they do again at a start what they did
 * before, the studio's server is not there yet.
 */
export function fetchUploads(dataFolder: string, origin: string) {
  return async (url: string): Promise<Response> => {
    const prefix = `${origin}${UPLOADS}`
    if (!url.startsWith(prefix)) return new Response(null, { status: 404 })
    return new Response(await readFile(join(dataFolder, 'uploads', basename(url))))
  }
}
