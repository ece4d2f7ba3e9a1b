import { expect, test } from 'vitest'
import { stem } from '../../src/search/stem.js'

test.each([
  'save saves saved saving',
  'like likes liked liking',
  'mute muted muting',
  'type types typed typing',
  'movie movies',
  'tax taxes taxed',
  'box boxes boxing',
  'match matches matched matching',
  'class classes',
  'reply replies replied replying',
  'try tries tried trying',
  'policy policies',
  'embed embeds embedded embedding embeddings',
  'exceed exceeds exceeded exceeding',
  'agree agreed agreeing',
  'string strings',
  'cache caches cached caching',
  'size sizes sized',
  'run runs running',
  'call calls called calling',
  'pay pays paying',
  'id ids',
  'api apis',
  'cpu cpus',
])('%s are one word', (forms) => {
  expect(new Set(forms.split(' ').map(stem)).size).toBe(1)
})

test.each(['status', 'class', 'analysis', 'bus', 'gas', 'string', 'need', 'note', 'plan'])(
  '%s is left as it is',
  (word) => {
    expect(stem(word)).toBe(word)
  },
)
