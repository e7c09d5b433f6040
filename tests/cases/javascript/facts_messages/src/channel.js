export class Channel {
  sendToQueue(name, body) {
    return body;
  }
}
