import type { OptionInfo } from '@social/core/platform'

const REEL = [{ media: 'VIDEO' }, { option: 'placement', is: ['feed', 'reel'] }] as const
const NO_STORY = [{ option: 'placement', is: ['feed', 'reel'] }] as const

/** Descriptions of the fields of one tagged person. */
export const TAG_INFO = {
  username: {
    label: { en: 'User name', de: 'Nutzername' },
    help: { en: 'User name of the person, without @.', de: 'Nutzername der Person, ohne @.' },
    networkName: 'username',
  },
  mediaIndex: {
    label: { en: 'Picture', de: 'Bild' },
    help: { en: 'Number of the file, counted from 0.', de: 'Nummer der Datei, gezählt ab 0.' },
  },
  x: {
    label: { en: 'Distance from the left', de: 'Abstand von links' },
    help: {
      en: 'From 0 for the left edge to 1 for the right edge of the picture.',
      de: 'Von 0 für den linken bis 1 für den rechten Rand des Bildes.',
    },
    networkName: 'x',
    onlyWith: [{ media: 'IMAGE' }],
  },
  y: {
    label: { en: 'Distance from the top', de: 'Abstand von oben' },
    help: {
      en: 'From 0 for the upper edge to 1 for the lower edge of the picture.',
      de: 'Von 0 für den oberen bis 1 für den unteren Rand des Bildes.',
    },
    networkName: 'y',
    onlyWith: [{ media: 'IMAGE' }],
  },
} as const satisfies Readonly<Record<string, OptionInfo>>

/** Descriptions of the post options, for forms and messages. */
export const INFO = {
  carousel: {
    label: { en: 'Carousel', de: 'Karussell' },
    help: {
      en: 'Refuses a post with fewer than two files. Two or more files always become a carousel.',
      de: 'Lehnt einen Beitrag mit weniger als zwei Dateien ab. Ab zwei Dateien entsteht immer ein Karussell.',
    },
    networkName: 'media_type',
  },
  placement: {
    label: { en: 'Placement', de: 'Platzierung' },
    help: { en: 'Place of the post in the app.', de: 'Wo der Beitrag erscheint.' },
    networkName: 'media_type',
    choices: {
      feed: {
        label: { en: 'Feed', de: 'Feed' },
        help: { en: 'A single video becomes a reel.', de: 'Ein einzelnes Video wird ein Reel.' },
      },
      reel: { label: { en: 'Reel', de: 'Reel' }, help: { en: 'One video.', de: 'Ein Video.' } },
      story: {
        label: { en: 'Story', de: 'Story' },
        help: {
          en: 'One file without text, visible for 24 hours.',
          de: 'Eine Datei ohne Text, 24 Stunden lang sichtbar.',
        },
      },
    },
  },
  shareToFeed: {
    label: { en: 'Show the reel in the feed', de: 'Reel im Feed zeigen' },
    help: { en: 'Shows the reel in the feed as well.', de: 'Zeigt das Reel zusätzlich im Feed.' },
    networkName: 'share_to_feed',
    onlyWith: REEL,
  },
  coverUrl: {
    label: { en: 'Cover picture', de: 'Titelbild' },
    help: { en: 'Public address of a JPEG file.', de: 'Öffentliche Adresse einer JPEG-Datei.' },
    networkName: 'cover_url',
    onlyWith: REEL,
    invalid: {
      en: 'Enter the complete address of the cover picture, starting with https.',
      de: 'Gib die vollständige Adresse des Titelbilds ein, beginnend mit https.',
    },
  },
  thumbOffsetMs: {
    label: { en: 'Moment for the cover', de: 'Moment für das Titelbild' },
    help: {
      en: 'Moment of the video that becomes the cover.',
      de: 'Moment des Videos, der das Titelbild wird.',
    },
    networkName: 'thumb_offset',
    unit: 'milliseconds',
    onlyWith: REEL,
  },
  audioName: {
    label: { en: 'Name of the audio', de: 'Name des Tons' },
    help: { en: 'Name of the original audio of the reel.', de: 'Name des Originaltons des Reels.' },
    networkName: 'audio_name',
    onlyWith: REEL,
  },
  trial: {
    label: { en: 'Trial reel', de: 'Test-Reel' },
    help: {
      en: 'Shows the reel only to people who do not follow the account at first.',
      de: 'Zeigt das Reel zuerst nur Personen, die dem Konto nicht folgen.',
    },
    networkName: 'trial_params',
    choices: {
      MANUAL: {
        label: { en: 'Until it is shared in the app', de: 'Bis es in der App geteilt wird' },
        help: {
          en: 'Followers see the reel after you share it in the Instagram app.',
          de: 'Follower sehen das Reel, sobald du es in der Instagram-App teilst.',
        },
      },
      SS_PERFORMANCE: {
        label: { en: 'Until it performs well', de: 'Bis es gut ankommt' },
        help: {
          en: 'Instagram shares the reel with followers as soon as it performs well.',
          de: 'Instagram teilt das Reel mit den Followern, sobald es gut ankommt.',
        },
      },
    },
    onlyWith: REEL,
  },
  collaborators: {
    label: { en: 'Co-authors', de: 'Co-Autoren' },
    help: {
      en: 'User names of up to three people who are invited as co-authors.',
      de: 'Nutzernamen von bis zu drei Personen, die als Co-Autoren eingeladen werden.',
    },
    networkName: 'collaborators',
    onlyWith: NO_STORY,
  },
  userTags: {
    label: { en: 'People in the post', de: 'Personen im Beitrag' },
    help: {
      en: 'People to tag, who need public accounts.',
      de: 'Personen, die markiert werden. Sie brauchen öffentliche Konten.',
    },
    networkName: 'user_tags',
  },
  locationId: {
    label: { en: 'Location', de: 'Ort' },
    help: { en: 'Facebook page that has a location.', de: 'Facebook-Seite, die einen Ort hat.' },
    networkName: 'location_id',
    onlyWith: NO_STORY,
  },
  isAiGenerated: {
    label: { en: 'Made with artificial intelligence', de: 'Mit künstlicher Intelligenz erstellt' },
    help: { en: 'Marks the post for its readers.', de: 'Kennzeichnet den Beitrag für seine Leser.' },
    networkName: 'is_ai_generated',
  },
} as const satisfies Readonly<Record<string, OptionInfo>>
