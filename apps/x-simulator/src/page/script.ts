/** Keeps the page alive: puts in what comes, and lets times age. Runs in the browser. */
export const script = `
(() => {
  const posts = document.querySelector('.posts')
  const notices = document.querySelector('.notices')
  const live = document.querySelector('.live')
  const isVirtual = document.body.dataset.clock === 'virtual'
  let now = Number(document.body.dataset.now)
  let heardAt = Date.now()

  const put = (list, markup, most) => {
    list.insertAdjacentHTML('afterbegin', markup)
    document.querySelector('[data-empty=' + list.className + ']')?.remove()
    while (list.children.length > most) list.lastElementChild.remove()
  }
  const find = (id) => document.querySelector('[data-post="' + id + '"]')
  const age = () => {
    const time = isVirtual ? now : now + Date.now() - heardAt
    for (const tag of document.querySelectorAll('time')) {
      const minutes = Math.floor((time - Date.parse(tag.dateTime)) / 60000)
      tag.textContent = minutes < 1 ? 'now' : minutes < 60 ? minutes + 'm'
        : minutes < 1440 ? Math.floor(minutes / 60) + 'h' : Math.floor(minutes / 1440) + 'd'
    }
  }
  const show = (name, value) => {
    const place = document.querySelector('[data-figure=' + name + ']')
    if (place) place.textContent = value
  }

  const events = new EventSource('/events' + location.search)
  events.onopen = () => { live.classList.add('on'); live.lastChild.textContent = 'Live' }
  events.onerror = () => { live.classList.remove('on'); live.lastChild.textContent = 'Waiting' }
  events.onmessage = ({ data }) => {
    const event = JSON.parse(data)
    now = event.now
    heardAt = Date.now()
    if (event.post) put(posts, event.post, 200)
    if (event.notice) put(notices, event.notice, 60)
    if (event.gone) find(event.gone)?.classList.add('gone')
    if (event.likes) {
      const place = find(event.likes.id)?.querySelector('[data-likes]')
      if (place) { place.classList.add('bump'); place.querySelector('b').textContent = event.likes.count }
    }
    for (const [name, value] of Object.entries(event.figures ?? {})) show(name, value)
    age()
  }
  setInterval(age, 20000)
})()
`
