// C# (.NET 8): the standard library alone.
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

public static class Webhooks
{
    /// <summary>Gives the event of a post; throws when it was not signed with this secret in the last five minutes.</summary>
    public static JsonDocument Verify(string secret, string id, string timestamp, string signatures, byte[] body)
    {
        var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp);
        if (Math.Abs(age) > 300) throw new CryptographicException("too old");
        var key = Convert.FromBase64String(secret.Replace("whsec_", ""));
        var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
        var expected = Encoding.ASCII.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed)));
        foreach (var signature in signatures.Split(' '))
            if (CryptographicOperations.FixedTimeEquals(Encoding.ASCII.GetBytes(signature), expected))
                return JsonDocument.Parse(body);
        throw new CryptographicException("wrong signature");
    }
}
