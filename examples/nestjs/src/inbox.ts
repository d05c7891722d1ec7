import { Injectable, Module } from '@nestjs/common'
import { Dispatcher, InMemorySeenUpdates } from '@social/core'

/** Collects the updates of all accounts, without duplicates. */
@Injectable()
export class Inbox {
  readonly lines: string[] = []
  readonly seen = new InMemorySeenUpdates()
  readonly dispatcher = new Dispatcher({ seen: this.seen })

  constructor() {
    this.dispatcher.onAny(({ kind, actor, text }) => {
      this.lines.push(`${kind} by ${actor?.handle ?? 'somebody'}: ${text ?? ''}`)
    })
  }
}

/** Module that provides the inbox to the social module and to the controllers. */
@Module({ providers: [Inbox], exports: [Inbox] })
export class InboxModule {}
