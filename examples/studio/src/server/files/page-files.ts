import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { VIEWS } from '../../shared/views.js'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Serves the built page. The files are read once, at the start. Browsers cache files with a hash
 * in the name permanently.
 */
export function servePage(app: FastifyInstance, folder: string, allowedImages: string): void {
  const policy = `default-src 'self'; img-src 'self' data: blob: https: ${allowedImages}; media-src 'self' blob:; form-action 'self'; frame-ancestors 'none'`
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(file)]
    if (type === undefined) continue
    const bytes = readFileSync(join(folder, file))
    const isIndex = file === 'index.html'
    // Every view of the page has its own URL. All view URLs return the same HTML file.
    const addresses = isIndex ? ['/', ...VIEWS.map((view) => `/${view}`)] : [`/${file.replaceAll('\\', '/')}`]
    for (const address of addresses)
      app.get(address, (_request, reply) =>
        reply
          .type(type)
          .header('cache-control', isIndex ? 'no-cache' : 'public, max-age=31536000, immutable')
          .header('content-security-policy', policy)
          .send(bytes),
      )
  }
}
