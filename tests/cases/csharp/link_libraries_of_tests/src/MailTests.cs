using FluentAssertions;
using NSubstitute;

namespace Shop.Tests;

public class MailTests
{
    private readonly IMail mail = Substitute.For<IMail>();

    public async Task Sends()
    {
        await mail.Received(1).Send("a");
        mail.DidNotReceive().Send("b").Returns(new Receipt());
        object answer = await mail.Send("c");
        answer.Should().BeOfType<Receipt>().Which.Number.Should().Be(1);
    }

    public void OwnNamesakes(Log log)
    {
        log.Received(1).Send("d");
    }

    public void Unknown(dynamic other)
    {
        other.Received(1).Send("e");
    }
}
