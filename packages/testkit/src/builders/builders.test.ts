import { inspect } from 'node:util'

import { readImageSize } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { aConnection, anApp, aToken } from './account.js'
import { aPerson, aPost, aReceipt, anUpdate } from './content.js'
import { aLoginRequest } from './login.js'
import { aPicture, aVideo } from './media.js'

describe('the builders', () => {
  it('make a connection that everything else of the kit belongs to', () => {
    expect(aConnection()).toMatchObject({ id: 'fake:42', accountName: 'someone@fake.example', host: null })
    expect(anUpdate().connectionId).toBe(aConnection().id)
    expect(anApp().key).toEqual(['fake', null])
    expect(aLoginRequest()).toMatchObject({
      state: 'fake-state',
      host: null,
      app: { clientId: 'fake-client' },
    })
  })

  it('follow the platform that is named', () => {
    expect(aConnection({ platform: 'photos', accountId: '7' })).toMatchObject({
      id: 'photos:7',
      accountName: 'someone@photos.example',
    })
    expect(anUpdate({ platform: 'photos' })).toMatchObject({ platform: 'photos', connectionId: 'photos:42' })
  })

  it('take what is special about a token, or a whole one', () => {
    const token = aToken({ accessToken: 'other' })

    expect(aConnection({ token }).token).toBe(token)
    expect(aConnection({ token: { expiresAt: '2030-01-01T00:00:00Z' } }).token).toMatchObject({
      accessToken: 'fake-access',
      expiresAt: new Date('2030-01-01T00:00:00Z'),
    })
    expect(aConnection().token.expiresAt).toBeNull()
  })

  it('hide secrets as the real ones do', () => {
    expect(inspect(aConnection())).not.toMatch(/fake-access|fake-refresh/)
    expect(JSON.stringify(anApp())).not.toContain('fake-client-secret')
  })

  it('make a post as a platform gets it', () => {
    const media = [aPicture()]

    expect(aPost()).toEqual({ text: 'Good morning', media: [], replyTo: null, publishAt: null, options: {} })
    expect(aPost({ media })).toMatchObject({ text: '', media })
    expect(aPost({ publishAt: '2030-01-01T00:00:00+01:00' }).publishAt).toEqual(
      new Date('2029-12-31T23:00:00Z'),
    )
    expect(() => aPost({ publishAt: '2030-01-01T00:00:00' })).toThrow('publishAt')
  })

  it('make files of the right kind', async () => {
    const picture = aPicture({ altText: 'A pixel' })

    expect(picture).toMatchObject({
      kind: 'IMAGE',
      filename: 'picture.png',
      altText: 'A pixel',
      contentType: 'image/png',
    })
    expect(await readImageSize(picture)).toMatchObject({ width: 1, height: 1 })
    expect(aVideo({ filename: 'a.webm' })).toMatchObject({ kind: 'VIDEO', contentType: 'video/webm' })
    expect(await aVideo({ bytes: new Uint8Array(7) }).size()).toBe(7)
  })

  it('make people and receipts', () => {
    expect(aPerson({ id: 'ana' })).toMatchObject({ id: 'ana', handle: 'ana@fake.example' })
    expect(aReceipt({ step: 'WAIT' })).toMatchObject({ version: 1, step: 'WAIT', repeatableUntil: null })
  })
})
