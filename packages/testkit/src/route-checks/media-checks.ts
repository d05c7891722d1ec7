import { strict as assert } from 'node:assert'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Media } from '@social/core'
import { SignedMediaHost } from '@social/core/routes'

import type { RouteCheckDefinition } from './definition.js'
import { BASE_URL } from './scene.js'
import { mustBe } from './visitor.js'

const mediaHost = () => new SignedMediaHost({ baseUrl: BASE_URL, key: 'route-checks-'.repeat(4) })

/** Checks of the routes that serve files to networks. */
export const MEDIA_CHECKS: readonly RouteCheckDefinition[] = [
  {
    name: 'a hosted file is served completely and in ranges, only until it is released',
    options: () => ({ mediaHost: mediaHost() }),
    run: async (scene) => {
      const folder = await mkdtemp(join(tmpdir(), 'social-route-checks-'))
      try {
        const path = join(folder, 'launch.jpg')
        const picture = Buffer.from(Array.from({ length: 900_000 }, (_, index) => index % 251))
        await writeFile(path, picture)
        const { handle } = await mediaHost().publish(Media.fromFile(path), { lifetimeSeconds: 600 })
        const visitor = scene.visitor()
        const target = `/media/${handle}`

        const whole = await visitor.get(target)
        mustBe(whole, 200)
        assert.ok(whole.bytes.equals(picture), 'The file came back changed.')
        assert.deepEqual(
          ['content-type', 'content-length', 'accept-ranges'].map((name) => whole.headers[name]),
          ['image/jpeg', '900000', 'bytes'],
        )
        const part = await visitor.get(target, { range: 'bytes=100-299999' })
        assert.deepEqual([part.status, part.headers['content-range']], [206, 'bytes 100-299999/900000'])
        assert.ok(part.bytes.equals(picture.subarray(100, 300_000)), 'The range came back changed.')
        mustBe(await visitor.get(target, { range: 'bytes=900000-' }), 416)
        const head = await visitor.send({ method: 'HEAD', target })
        assert.deepEqual([head.status, head.headers['content-length'], head.bytes.length], [200, '900000', 0])
        mustBe(await visitor.get(`${target}A`), 404)
        await rm(path)
        mustBe(await visitor.get(target), 404)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  },
  {
    name: 'without a media host no file is served',
    run: async (scene) => {
      mustBe(await scene.visitor().get('/media/abc.def'), 404)
    },
  },
]
