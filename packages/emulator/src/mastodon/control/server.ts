import { ControlError, operation } from '../../framework/control/operations.js'
import { locationOf } from '../../framework/pages/redirect.js'
import { finishMedia } from '../media/media-progress.js'
import type { AccessToken, MediaFile } from '../records.js'
import type { RateLimitRules } from '../settings.js'
import { toScopes } from '../sign-in/access.js'
import { makeApp, NO_REDIRECT } from '../sign-in/apps.js'
import { decide } from '../sign-in/authorize.js'
import { makeToken } from '../sign-in/tokens.js'
import type { MastodonState } from '../state.js'
import { endStreamsOf } from '../streaming/streams.js'
import { toParams } from '../wire/params.js'
import { mustFindPerson, mustFindStatus } from './people.js'

const RULES: readonly (keyof RateLimitRules)[] = [
  'perToken',
  'perAccount',
  'anonymous',
  'media',
  'deletes',
  'paging',
  'posts',
]

function toRule(text: string): keyof RateLimitRules {
  const rule = RULES.find((one) => one === text)
  if (rule === undefined) throw new ControlError(`"${text}" is not a rule. Rules: ${RULES.join(', ')}.`)
  return rule
}

function tokensOf(state: MastodonState, name: string | undefined, token: string | undefined): AccessToken[] {
  const personId = name === undefined ? null : mustFindPerson(state, name).id
  return [...state.tokens.values()].filter(
    (one) => (personId === null || one.personId === personId) && (token === undefined || one.token === token),
  )
}

function filesToEnd(state: MastodonState, id: string | undefined): MediaFile[] {
  const files = [...state.media.values()].filter((file) =>
    id === undefined ? file.state === 'PROCESSING' : file.id === id,
  )
  if (id !== undefined && files.length === 0) throw new ControlError(`There is no file "${id}".`)
  return files
}

/** Creates the control operations that sign in without a browser and revoke tokens. */
export function tokenOperations(state: MastodonState) {
  return {
    signIn: operation({
      does: 'Creates a token for a person without the sign-in page, with a new application.',
      takes: { person: 'text', scopes: 'text?' },
      run: ({ person: name, scopes: given }) => {
        const person = mustFindPerson(state, name)
        if (person.host !== null)
          throw new ControlError(`${name} is on another server and cannot sign in here.`)
        const scopes = toScopes(given ?? 'read write push')
        const app = makeApp(state, {
          name: 'Signed in by the emulator',
          website: null,
          redirectUris: [NO_REDIRECT],
          scopes,
        })
        const token = makeToken(state, { appId: app.id, personId: person.id, scopes })
        return {
          accessToken: token.token,
          refreshToken: token.refreshToken,
          expiresAt: token.expiresAt,
          scopes,
          accountId: person.id,
          clientId: app.clientId,
          clientSecret: app.clientSecret,
        }
      },
    }),
    approve: operation({
      does: 'Submits the form for the person: takes the URL of the approval page, returns the redirect URL.',
      takes: { url: 'text', person: 'text', deny: 'boolean?' },
      run: ({ url, person, deny }) => {
        const query = [...new URL(url).searchParams]
        const decision = deny === true ? 'deny' : 'approve'
        return locationOf(
          decide(state, toParams([...query, ['person', person], ['decision', decision]])),
          'The server',
        )
      },
    }),
    revokeTokens: operation({
      does: "Revokes tokens, as a person does in the server's settings: all tokens, those of a person, or one.",
      takes: { person: 'text?', token: 'text?' },
      run: ({ person, token }) => {
        for (const one of tokensOf(state, person, token)) {
          one.revoked = true
          endStreamsOf(state, one.token)
        }
      },
    }),
    expireTokens: operation({
      does: 'Ends access tokens early: all tokens, those of a person, or one. Their refresh tokens stay valid.',
      takes: { person: 'text?', token: 'text?' },
      run: ({ person, token }) => {
        for (const one of tokensOf(state, person, token)) one.expiresAt = state.clock.now()
      },
    }),
  }
}

/** Creates the control operations for the behavior and settings of the server. */
export function serverOperations(state: MastodonState) {
  return {
    finishMedia: operation({
      does: 'Completes the processing of all files that are not ready, or of one file.',
      takes: { id: 'text?' },
      run: ({ id }) => {
        for (const file of filesToEnd(state, id)) finishMedia(file, 'READY')
      },
    }),
    failMedia: operation({
      does: 'Makes the processing fail for all files that are not ready, or for one file.',
      takes: { id: 'text?' },
      run: ({ id }) => {
        for (const file of filesToEnd(state, id)) finishMedia(file, 'FAILED')
      },
    }),
    clearMedia: operation({
      does: 'Removes all uploaded files without a status, as the server does after about a day, or one of them.',
      takes: { id: 'text?' },
      run: ({ id }) => {
        for (const file of state.media.values())
          if (file.attachedTo === null && (id === undefined || file.id === id)) state.media.delete(file.id)
      },
    }),
    failNextUploads: operation({
      does: 'Makes the next uploads fail: a picture immediately with 500, a video during processing.',
      takes: { count: 'number?' },
      run: ({ count }) => {
        state.failingUploads = count ?? 1
      },
    }),
    setVideoReady: operation({
      does: 'Sets when videos are ready: after a number of polls, or after a number of seconds on the clock.',
      takes: { afterPolls: 'number?', afterSeconds: 'number?' },
      run: ({ afterPolls, afterSeconds }) => {
        const videoReady = afterSeconds === undefined ? { afterPolls: afterPolls ?? 1 } : { afterSeconds }
        state.settings = { ...state.settings, videoReady }
      },
    }),
    setLimits: operation({
      does: 'Changes the limits that `/api/v2/instance` returns and the server checks: characters of a post, files, bytes.',
      takes: { characters: 'number?', attachments: 'number?', imageBytes: 'number?', videoBytes: 'number?' },
      run: (changes) => {
        const limits = { ...state.settings.limits }
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        state.settings = { ...state.settings, limits: { ...limits, ...given } }
      },
    }),
    setRateLimit: operation({
      does: `Sets the number of requests that a rule allows in its window. Rules: ${RULES.join(', ')}.`,
      takes: { rule: 'text', requests: 'number', seconds: 'number?' },
      run: ({ rule: name, requests, seconds }) => {
        const rule = toRule(name)
        const { rateLimits } = state.settings
        const changed = { requests, seconds: seconds ?? rateLimits[rule].seconds }
        state.settings = { ...state.settings, rateLimits: { ...rateLimits, [rule]: changed } }
      },
    }),
    conflictMarkers: operation({
      does: 'Refuses the next updates of a marker with 409.',
      takes: { count: 'number?' },
      run: ({ count }) => {
        state.markerConflicts = count ?? 1
      },
    }),
    asyncRefresh: operation({
      does: "Sets the state of a status's remote replies: being fetched, with `finished` complete, with `off` no header.",
      takes: { on: 'text', state: 'text?', retrySeconds: 'number?', resultCount: 'number?' },
      run: ({ on, state: given = 'running', retrySeconds, resultCount }) => {
        const { id } = mustFindStatus(state, on)
        const name = `${Buffer.from(`context:${id}`).toString('base64url')}--${id.slice(-8)}`
        if (given === 'off') state.asyncRefreshes.delete(id)
        else if (given === 'running' || given === 'finished')
          state.asyncRefreshes.set(id, {
            id: name,
            state: given,
            retrySeconds: retrySeconds ?? 3,
            resultCount: resultCount ?? null,
          })
        else throw new ControlError(`"${given}" is not a state. Use running, finished or off.`)
      },
    }),
  }
}
