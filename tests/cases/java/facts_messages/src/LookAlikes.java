package shop;

class LookAlikes {
    static class Channel {
        void basicPublish(String exchange, String key) {}
    }

    static class SendMessageRequest {
        static SendMessageRequest builder() {
            return new SendMessageRequest();
        }

        SendMessageRequest queueUrl(String url) {
            return this;
        }
    }

    void none() {
        new Channel().basicPublish("events", "order.created");
        SendMessageRequest.builder().queueUrl("https://shop/queue");
    }
}
