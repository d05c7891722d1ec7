import { InvalidPostError, type Media } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { checkFiles, kindOf } from './files.js'

interface Made {
  readonly bytes?: number
  readonly altText?: string
  readonly filename?: string | null
}

const aFile = (contentType: string, { bytes = 3, altText = '', filename = 'a.file' }: Made = {}): Media =>
  ({ contentType, filename, altText, size: async () => bytes }) as unknown as Media // safe cast: the checks read only these fields

describe('a file for X', () => {
  it.each([
    [
      'tweet_image',
      5_242_880,
      ['jpeg', 'pjpeg', 'png', 'webp', 'bmp', 'tiff'].map((type) => `image/${type}`),
    ],
    ['tweet_gif', 15_728_640, ['image/gif']],
    ['tweet_video', 536_870_912, ['mp4', 'quicktime', 'webm', 'mp2t'].map((type) => `video/${type}`)],
  ])('is a %s of at most %d bytes by its type', (category, maxBytes, types) => {
    for (const type of types) expect(kindOf(aFile(type), 0)).toEqual({ category, maxBytes })
  })

  it('is refused for an unsupported type, by its name or its index', () => {
    expect(() => kindOf(aFile('application/pdf'), 0)).toThrow(InvalidPostError)
    expect(() => kindOf(aFile('application/pdf'), 0)).toThrow(
      'x does not accept "a.file" of type application/pdf',
    )
    expect(() => kindOf(aFile('application/pdf', { filename: null }), 2)).toThrow('"media[2]"')
  })
})

describe('files for X', () => {
  it('are four images, or one file of another category', async () => {
    const [picture, gif] = [aFile('image/png'), aFile('image/gif')]
    await expect(checkFiles([picture, picture, picture, picture])).resolves.toBeUndefined()
    await expect(checkFiles([gif])).resolves.toBeUndefined()
    await expect(checkFiles([picture, gif])).rejects.toThrow('or one video, or one GIF')
  })

  it('are neither empty nor too large', async () => {
    await expect(checkFiles([aFile('image/png', { bytes: 0 })])).rejects.toThrow('"a.file" is empty')
    await expect(checkFiles([aFile('image/png', { bytes: 5_242_880 })])).resolves.toBeUndefined()
    await expect(checkFiles([aFile('image/png', { bytes: 5_242_881 })])).rejects.toThrow('at most 5242880')
  })

  it('have alt texts of at most 1,000 characters', async () => {
    await expect(checkFiles([aFile('image/png', { altText: 'a'.repeat(1000) })])).resolves.toBeUndefined()
    const refused = checkFiles([aFile('image/png', { altText: 'a'.repeat(1002) })])
    await expect(refused).rejects.toThrow('has 1002 characters. x accepts at most 1000. Shorten it by 2.')
  })
})
