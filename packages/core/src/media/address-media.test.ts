import { Socket } from 'node:net'

import { expect, it, vi } from 'vitest'

import { InvalidPostError } from '../errors/index.js'
import { Media } from './media.js'

// Holds R-0053, R-0054, R-0055.
it('a file at a URL contains only its URL, and refuses to be read without a request', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch')
  const connecting = vi.spyOn(Socket.prototype, 'connect')
  const media = Media.fromUrl('https://files.example/cake.jpg')

  expect(media).toMatchObject({ url: 'https://files.example/cake.jpg', path: null, content: null })
  await expect(media.read()).rejects.toBeInstanceOf(InvalidPostError)
  await expect(media.piece(0, 10)).rejects.toBeInstanceOf(InvalidPostError)
  expect(fetching).not.toHaveBeenCalled()
  expect(connecting).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
