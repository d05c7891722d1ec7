import * as core from '@social/core'
import * as emulator from '@social/emulator'
import * as routes from '@social/fastify'
import * as mastodon from '@social/mastodon'
import * as sqlite from '@social/sqlite'
import * as tiktok from '@social/tiktok'
import * as fastify from 'fastify'

import { journey } from './journey.mjs'

const packages = { core, emulator, mastodon, tiktok, fastify, routes, sqlite }
console.log(`import: ${await journey(packages, 'imported.db')}`)
