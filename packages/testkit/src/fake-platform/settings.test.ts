import { ConfigError, Feature, InvalidPostError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { aPost } from '../builders/content.js'
import { aLoginRequest } from '../builders/login.js'
import { aLoginCall } from '../calls/a-call.js'
import { aPublishCall } from '../calls/a-publish-call.js'
import { callOf } from './__fixtures__/test-calls.js'
import { type FakeOverrides, fakePlatform } from './factory.js'
import { FakePlatform } from './fake-platform.js'
import { type FakePlatformSettings } from './settings.js'

describe('the settings of a fake platform', () => {
  it('enable all flags but four by default', () => {
    const left = Object.values(Feature).filter((flag) => !new FakePlatform().features.has(flag))

    expect(left.toSorted()).toEqual(['NEEDS_NO_APP', 'READ_STATS', 'SCHEDULE', 'SUBSCRIBE_UPDATES'])
  })

  // Holds R-0516.
  it.each([
    [
      { features: [] },
      [
        'publish',
        'deletePost',
        'readPost',
        'like',
        'checkSignature',
        'readUpdates',
        'answerSetupCheck',
        'createApp',
      ],
    ],
    [{}, ['resumeLogin', 'checkState', 'readStats', 'reconcile']],
    [{ answersSetupChecks: false }, ['answerSetupCheck']],
  ] as const)('%j disable the methods of disabled features', (settings, methods) => {
    const platform: FakePlatform = new FakePlatform(settings)

    expect(methods.map((method) => platform[method])).toEqual(methods.map(() => undefined))
  })

  it('set the limits by which a post is refused', async () => {
    const platform = new FakePlatform({ limits: { maxTextLength: 5 } })
    const call = callOf(platform)

    expect(await platform.limits(call)).toMatchObject({ maxTextLength: 5 })
    await expect(platform.publish(aPost({ text: 'Hello!' }), aPublishCall({ platform }))).rejects.toThrow(
      InvalidPostError,
    )
    expect(await platform.publish(aPost({ text: 'Hello' }), aPublishCall({ platform }))).toMatchObject({
      state: 'DONE',
    })
  })

  it('take the options of posts away with the posts', () => {
    expect('postOptions' in new FakePlatform({ features: [] })).toBe(false)
    expect('postOptions' in new FakePlatform()).toBe(true)
  })

  it('add the methods of enabled features', () => {
    const platform = new FakePlatform({
      accounts: [{ id: '1' }],
      states: ['DONE'],
      features: ['READ_STATS', 'POST_TEXT'],
      findsLostPosts: true,
    })

    for (const method of ['resumeLogin', 'checkState', 'readStats', 'reconcile', 'publish'] as const)
      expect(platform[method]).toBeTypeOf('function')
  })

  // Holds R-0515.
  it('have a name that everything follows', async () => {
    const platform = new FakePlatform({ name: 'photos' })
    const connection = platform.connection()

    expect(platform.name).toBe('photos')
    expect(platform.apiBase(connection)).toBe('https://photos.example')
    expect(connection).toMatchObject({ id: 'photos:42', accountName: 'someone@photos.example', host: null })
    expect(platform.authHeaders(connection)).toEqual({ authorization: 'Bearer fake-access' })
  })

  it.each([
    [{ tokenLifetime: 3 }, 'Did you mean "tokenLifetimeSeconds"?'],
    [{ name: 'Fake' }, '"Fake" is not a valid platform name'],
    [{ name: 'fake network' }, '"fake network" is not a valid platform name'],
    [{ pageSize: 0 }, 'pageSize must be a whole number'],
  ])('%j are refused', (settings, message) => {
    // safe cast: simulates a caller in plain JavaScript who passes invalid settings
    expect(() => new FakePlatform(settings as FakePlatformSettings)).toThrow(message)
  })

  it('never take away the method of a subclass, which can ask its parent', async () => {
    class Chatty extends FakePlatform {
      asked = 0

      override async readStats(...given: Parameters<FakePlatform['readStats']>) {
        this.asked += 1
        return super.readStats(...given)
      }
    }
    const platform = new Chatty()
    platform.addPost()

    expect(await platform.readStats('post-1', callOf(platform))).toMatchObject({ likes: 0, comments: 0 })
    expect(platform.asked).toBe(1)
  })

  it('never take away an override', async () => {
    const platform = fakePlatform(
      { name: 'slow', features: [] },
      {
        async readProfile() {
          return { name: `the one of ${this.name}`, avatarUrl: null }
        },
        async deleteComment() {},
      },
    )

    expect(await platform.readProfile(callOf(platform))).toMatchObject({ name: 'the one of slow' })
    expect(platform).toHaveProperty('deleteComment')
  })

  it('leave the methods of the fake where an override is undefined', async () => {
    const overrides: FakeOverrides = { readProfile: undefined }
    const platform = fakePlatform({}, overrides)
    expect(typeof new FakePlatform().readProfile).toBe('function')
    expect(typeof platform.readProfile).toBe('function')
  })

  // Holds R-0514.
  it('put a picture on every connection and profile', async () => {
    const avatarUrl = 'https://fake.example/me.png'
    const platform = new FakePlatform({ avatarUrl, accounts: [{ id: '7' }] })
    const finished = await platform.resumeLogin(
      aLoginRequest(),
      { resumeToken: 'fake-resume', accountId: '7', remember: {} },
      aLoginCall(),
    )

    expect(platform.connection().avatarUrl).toBe(avatarUrl)
    expect(finished).toMatchObject({ connection: { id: 'fake:7', avatarUrl } })
    expect(await platform.readProfile(callOf(platform))).toEqual({ name: 'someone@fake.example', avatarUrl })
  })
})

describe('a setting of the wrong kind', () => {
  it.each([
    ['name', [5, Symbol('s')]],
    ['pageSize', ['2', {}, Symbol('s')]],
    ['features', [5, 'LIKE', {}, [5], Array(1)]],
    ['accounts', [5, 'one', ['one'], [{}], [null], Array(1)]],
    ['askFor', [5, ['handle'], [{}], [null]]],
    ['updates', [5, ['u1'], [null]]],
    ['states', [5, [5], [null]]],
  ])('is refused with a clear message: %s', (name, values) => {
    for (const value of values) {
      const make = (): unknown => new FakePlatform({ [name]: value })
      expect(make).toThrow(ConfigError)
      expect(make).toThrow(`FakePlatform.${name}`)
    }
  })
})
